"""Drawings: what is drawn is laid out once as a :class:`~components.drawing.scene.Scene`.

A layout (timeline, map, totals) takes plain rows and a size and returns a scene; a painter
turns a scene into SVG, a Plotly figure or the layers of pydeck. This room imports no other room.
"""
