import { expect, test } from "vitest"
import {
  addressProblem,
  endpointProblem,
  fetchProblem,
} from "../../../worker/services/delivery/outside-address.ts"

const app = "https://sheets.example.shop"

test("files are sent to names of the public internet alone, however an address is spelt", () => {
  for (const good of [
    "https://cloud.printshop.com/remote.php/dav/files/ana/Prints",
    "https://s3.eu-central-1.amazonaws.com",
    "https://minio.shop.co.uk:9000/",
    "https://xn--bcher-kva.de/dav",
    "https://8.8.8.8.nip.io/dav",
  ])
    expect(addressProblem(good, app), good).toBeNull()
  for (const [bad, words] of [
    ["not an address", "not a web address"],
    ["ftp://shop.com/", "https://"],
    ["http://shop.com/", "https://"],
    ["https://ana:secret@shop.com/", "out of the address"],
    ["https://127.0.0.1/", "numbers"],
    ["https://2130706433/", "numbers"],
    ["https://0x7f.1/", "numbers"],
    ["https://017700000001/", "numbers"],
    ["https://169.254.169.254/latest/meta-data/", "numbers"],
    ["https://１２７.0.0.1/", "numbers"],
    ["https://[::1]/", "numbers"],
    ["https://[::ffff:10.0.0.1]/", "numbers"],
    ["https://localhost/", "not on the public internet"],
    ["https://localhost./", "not on the public internet"],
    ["https://LOCALHOST:8443/", "not on the public internet"],
    ["https://app.localhost/", "not on the public internet"],
    ["https://nas.local/", "not on the public internet"],
    ["https://metadata.google.internal/", "not on the public internet"],
    ["https://router/", "not on the public internet"],
    ["https://printer.home.arpa./", "not on the public internet"],
    ["https://shop.com:25/", "Port 25"],
    ["https://shop.com:80/", "Port 80"],
    ["https://sheets.example.shop/api/prints", "own address"],
    ["https://SHEETS.example.shop.:8443/", "own address"],
    ["https://localhost../", "not on the public internet"],
  ])
    expect(addressProblem(bad, app), bad).toContain(words)
})

test("only where a form has fields for name and password is one sent to them", () => {
  const address = "https://ana:secret@shop.com/"
  expect(addressProblem(address, app)).toBe(
    "Leave name and password out of the address and enter them below.",
  )
  for (const problem of [endpointProblem, fetchProblem])
    expect(problem(address, app)).toBe("Leave name and password out of the address.")
})

test("a local runtime may send to its own machine, a public one may not", () => {
  const standIn = "http://localhost:8788/dav"
  expect(addressProblem(standIn, "http://localhost:8787")).toBeNull()
  expect(addressProblem("http://192.168.1.1/", "http://localhost:8787")).not.toBeNull()
  expect(addressProblem(standIn, app)).not.toBeNull()
})
