"""Engines that spread a question over several processes; outside the gate (`make engines`)."""
