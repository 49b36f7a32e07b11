"""The colours of maps on pages, from 0 to the top of the scale: those of `pictures.COLORS`."""

# Places without events are grey, not white: they show where there is land. Then follows Matplotlib's
# colour map magma, reversed, from 0.22 to 1.
RAMP = (
    *("#dbdbdb", "#fd9769", "#f4685c", "#d8456c", "#b1357b"),
    *("#872781", "#601880", "#37106b", "#130d33", "#000004"),
)
# On dark paper, grey and magma from 0.3 to 1: the more, the lighter.
DARK_RAMP = (
    *("#444444", "#641a80", "#882781", "#ab337c", "#d0416f"),
    *("#ed5a5f", "#fa815f", "#feac76", "#fed597", "#fcfdbf"),
)
