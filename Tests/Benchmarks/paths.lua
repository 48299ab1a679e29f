-- Asks for the lines of a file, a path each, at random; in an order that is the same every time,
-- unless, with a second argument, each caller pauses before each request: so many milliseconds on
-- average.
local paths = {}

function init(arguments)
  for line in io.lines(arguments[1]) do
    paths[#paths + 1] = wrk.format("GET", line)
  end
  math.randomseed(7)
  local pause = tonumber(arguments[2])
  if pause then
    function delay() return math.random(0, 2 * pause) end
  end
end

function request()
  return paths[math.random(#paths)]
end
