"""Files of others, which may be malformed."""

# What reading a forged JSON file raises.
MALFORMED = ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError
