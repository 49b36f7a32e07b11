"""Files of others, which may be malformed."""

# Reading a malformed JSON file may raise these.
MALFORMED = ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError
