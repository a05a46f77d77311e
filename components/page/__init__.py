"""Pages as functions that return blocks, and the two renderers: HTML and Streamlit."""
