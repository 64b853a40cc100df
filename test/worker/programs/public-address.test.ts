import { expect, test } from "vitest"
import { fetchProblem } from "../../../worker/services/delivery/outside-address.ts"
import { isPublicAddress } from "../../../worker/services/internet/public-address.ts"

const app = "https://sheets.example.shop"

test("what may be fetched is a public name by http or https", () => {
  for (const good of [
    "https://cdn.shop-art.com/a.png?v=1#x",
    "http://shop-art.com/a.png",
    "https://xn--bcher-kva.de/a",
  ])
    expect(fetchProblem(good, app), good).toBeNull()
  for (const bad of [
    ...["ftp://shop.com/a.png", "file:///etc/passwd", "data:image/png;base64,AA", "javascript:0", "a.png"],
    ...[
      "http://127.0.0.1/",
      "http://2130706433/",
      "http://0x7f000001/",
      "http://0177.0.0.1/",
      "http://127.1/",
      "http://127.0.0.1./",
      "http://127.0.0.1../",
      "http://0x7f.1/",
      "http://0300.0250.1/",
      "http://１２７.0.0.1/",
      "http://%31%32%37.0.0.1/",
      "http://0/",
    ],
    ...[
      "http://[::1]/",
      "http://[0:0:0:0:0:ffff:a00:1]/",
      "http://[::127.0.0.1]/",
      "http://[::ffff:7f00:1]/",
      "http://[::ffff:127.0.0.1]/",
      "http://[64:ff9b::a00:1]/",
    ],
    ...[
      "http://169.254.169.254/",
      "http://metadata.google.internal/",
      "http://localhost/",
      "http://x.localhost./",
      "http://localhost../",
    ],
    ...[
      "http://router/",
      "https://user:secret@shop.com/",
      "https://shop.com:22/",
      `${app}/api/prints`,
      `${app}./a.png`,
      `${app}:8443/`,
    ],
  ])
    expect(fetchProblem(bad, app), bad).not.toBeNull()
})

test("addresses of machines are public by the registries of IPv4 and IPv6, however they are written", () => {
  for (const good of [
    "93.184.216.34",
    "8.8.8.8",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2a00:1450:4001::200e",
  ])
    expect(isPublicAddress(good), good).toBe(true)
  for (const bad of [
    ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255"],
    ...["192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
    ...[
      "224.0.0.1",
      "240.0.0.1",
      "255.255.255.255",
      "2130706433",
      "0x7f.1",
      "127.1",
      "1.2.3.4.5",
      "1.2.3.256",
      "",
    ],
    ...["::", "::1", "::ffff:8.8.8.8", "::ffff:7f00:1", "64:ff9b::808:808", "fe80::1", "fc00::1", "fd00::1"],
    ...[
      "ff02::1",
      "2001::1",
      "2001:db8::1",
      "2002:7f00:1::",
      "3fff::1",
      "2606::1::2",
      "2606:1",
      "g::1",
      "2606::1.2.3",
    ],
  ])
    expect(isPublicAddress(bad), bad).toBe(false)
})
