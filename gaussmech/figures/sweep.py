def draw(table, keys): raise NotImplementedError
def caption(table, keys): return ""
