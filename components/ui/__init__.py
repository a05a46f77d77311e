"""Streamlit widgets and components with their scripts: page frame and renderer, forms, Present."""
