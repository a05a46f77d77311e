"""Pages as functions that return blocks, rendered as HTML; embedded charts; heads of pages."""
