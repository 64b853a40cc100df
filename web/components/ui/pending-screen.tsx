import { useMatches } from "@tanstack/react-router"

/** Shows a page whose script is loading: its name, and the outline of most pages below it. */
export function PendingScreen() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? "" })
  return (
    <div>
      <h1 className="text-xl font-[640]">{title}</h1>
      <div
        role="status"
        aria-label="Loading"
        className="mt-8 h-72 animate-pulse rounded-lg bg-sunken motion-reduce:animate-none"
      />
    </div>
  )
}
