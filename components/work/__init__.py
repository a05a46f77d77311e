"""Costly work in processes with limits, and the release of memory."""
