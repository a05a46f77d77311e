"""The yardstick: a page with one widget and one line of text."""

import streamlit as st

picked = st.pills("Pick", ["one", "two", "three"], selection_mode="multi", key="pick")
st.write(f"Picked: {', '.join(picked) or 'nothing'}.")
