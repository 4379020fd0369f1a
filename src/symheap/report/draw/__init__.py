"""Drawings of heaps and graphs: layout, geometry, SVG, Graphviz, ASCII."""
