"""The story on paper and in slides: what a lesson's handout, answer sheet and slides hold."""
