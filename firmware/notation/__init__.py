"""How draughts is written: square names, diagrams (FEN), moves, whole games (PDN). Pure text."""
