"""Defaults that the options of the command share with the code behind them.

This module imports nothing, because the parser of the command must be quick.
"""

# The share of the budget that the sums of areas have. Of 0.05, 0.1, 0.15, 0.2, 0.25 and 0.35 it is
# the one whose denoised maps have the least error (the geometric mean of places and of sums) while
# places have at most 1.02 times that without areas, with Gaussian noise and one event per person.
# With Laplace noise, 0.15 and 0.25 have the same product of both errors. docs/areas.md has the tables.
AREA_SHARE = 0.15
# An event with coordinates counts if a place is within this distance, in metres.
REACH_M = 150.0
