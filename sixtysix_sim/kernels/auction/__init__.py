"""Çift 66 and its kin as the machine plays them: the auction family."""
