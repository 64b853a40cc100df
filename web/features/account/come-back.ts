import { useNavigate } from "@tanstack/react-router"
import { useCallback } from "react"
import { read, write } from "../../lib/session.ts"
import { startOver } from "../../lib/workplace.ts"

const KEY = "sheetsmith.comeBack"

/** Keeps the page that signing in leads back to, in this tab. */
export function comeBackTo(path: string): void {
  write(KEY, path, "sessionStorage")
}

/** Returns a function that leads into the app: once to the page that asked for the sign-in, else to the dashboard. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const path = read(KEY, "sessionStorage")
    if (path === null) return navigate({ to: "/dashboard", replace: true })
    write(KEY, null, "sessionStorage")
    startOver(path)
  }, [navigate])
}
