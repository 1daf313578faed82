"""What is wrong with a board, and what to do about it.

`examine` only looks, and needs nobody. `walk` has a person put a man on every square and look at
every light, for what no program can see alone. Both say findings; `report` writes them down.
"""
