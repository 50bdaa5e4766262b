"""Broken inputs of every kind: each reader answers with one sentence, soon, in little memory."""
