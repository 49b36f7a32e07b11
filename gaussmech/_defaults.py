"""Defaults that the options of the command share with the code behind them.

This module imports nothing, because the parser of the command must be quick.
"""

# The share of the budget for the sums of areas. Among 0.05, 0.1, 0.15, 0.2, 0.25 and 0.35 it gives
# denoised maps the least error (geometric mean of places and sums), with the condition that the
# error of places is at most 1.02 times their error without areas, for Gaussian noise and one event
# per person. With Laplace noise, the product of both errors is the same for 0.15 and 0.25.
# docs/areas.md has the tables.
AREA_SHARE = 0.15
# An event with coordinates counts if a place is within this distance, in metres.
REACH_M = 150.0
