-- Sends so many requests with each write; wrk counts the answers.
local batch

function init(arguments)
  local requests = {}
  for index = 1, tonumber(arguments[1]) do
    requests[index] = wrk.format(nil, wrk.path)
  end
  batch = table.concat(requests)
end

function request()
  return batch
end
