-- Asks for the lines of a file, a path each and perhaps the host that is asked, at random; in an order that is the same every time,
-- unless, with a second argument, each caller pauses before each request: so many milliseconds on
-- average.
local paths = {}

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, host = line:match("^(%S+) ?(%S*)$")
    paths[#paths + 1] = wrk.format("GET", path, host ~= "" and { ["Host"] = host } or nil)
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
