"""Streamlit widgets and components with their scripts: page frame, filters, forms."""
