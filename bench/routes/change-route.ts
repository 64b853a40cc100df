export type RouteChange = { paintMs: number; rowsMs: number }

/** Runs in the page: clicks the menu's link to `path` and watches each frame. */
export function changeRoute(path: string): Promise<RouteChange> {
  const links = document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Main] a")
  const link = [...links].find(({ pathname }) => pathname === path)
  if (!link) throw new Error(`the menu has no link to ${path}`)
  const oldHeading = document.querySelector("main h1")
  const start = performance.now()
  link.click()
  return new Promise((resolve) => {
    let paintMs = 0
    let [wasThere, wasWaiting] = [false, true]
    // A frame's callbacks run before it is painted: the state they see is on the screen by the next.
    const look = () => {
      const now = performance.now() - start
      if (wasThere && paintMs === 0) paintMs = now
      if (wasThere && !wasWaiting) return resolve({ paintMs, rowsMs: now })
      const heading = document.querySelector("main h1")
      wasThere = heading !== null && heading !== oldHeading && location.pathname === path
      wasWaiting = document.querySelector("main [data-slot=skeleton]") !== null
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
