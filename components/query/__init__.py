"""Events of any number, asked by questions: how many, when, where, which values, which rows."""
