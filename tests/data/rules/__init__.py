"""What the data set must keep beyond its schema, a module for each rule."""
