"""The simulated board as a page in the browser: hardware to look at and to touch.

`bench` is a machine on a table and what people do to it, `seat` a hand that plays a side,
`playing` a scenario that is being played, `writing` what was done, as a scenario; `showing` says
what can be seen of it, `server` carries that to browsers, whose part is in `static`.
"""
