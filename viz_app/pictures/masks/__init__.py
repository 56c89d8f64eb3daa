"""*Masks*: what each attention may see on this sentence."""
