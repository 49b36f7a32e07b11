"""Mechanisms, their calibration, privacy profiles and composition; they know nothing of graphs."""
