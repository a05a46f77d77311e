"""Drawings as data (:mod:`~components.drawing.scene`): layouts make them, painters paint them."""
