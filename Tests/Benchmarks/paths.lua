-- Asks for the lines of a file, a path each, in an order of its own that is the same every time.
local paths = {}

function init(arguments)
  for line in io.lines(arguments[1]) do
    paths[#paths + 1] = wrk.format("GET", line)
  end
  math.randomseed(7)
end

function request()
  return paths[math.random(#paths)]
end
