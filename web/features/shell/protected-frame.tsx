import { QueryClientProvider } from "@tanstack/react-query"
import { TooltipProvider } from "../../components/ui/tooltip.tsx"
import { queryClient } from "../../lib/query-client.ts"
import { AppShell } from "./app-shell.tsx"
import { SessionGate } from "./session-gate.tsx"

/** Surrounds every protected page. */
export function ProtectedFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SessionGate>
          <AppShell />
        </SessionGate>
      </TooltipProvider>
    </QueryClientProvider>
  )
}
