-- Likes a product and likes it no more, in turns, as devices whose tokens are the lines of a file, chosen at
-- random. What is asked for is the same every time.
local puts, deletes, count = {}, {}, 0

function init(arguments)
  for token in io.lines(arguments[1]) do
    local fields = { ["Authorization"] = "Bearer " .. token }
    puts[#puts + 1] = wrk.format("PUT", arguments[2], fields)
    deletes[#deletes + 1] = wrk.format("DELETE", arguments[2], fields)
  end
  math.randomseed(7)
end

function request()
  count = count + 1
  local requests = count % 2 == 0 and deletes or puts
  return requests[math.random(#requests)]
end
