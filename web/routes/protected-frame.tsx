import { QueryClientProvider } from "@tanstack/react-query"
import { TooltipProvider } from "../components/ui/tooltip.tsx"
import { CreditModals } from "../features/credits/credit-modals.tsx"
import { NotificationBell } from "../features/notifications/notification-bell.tsx"
import { AppShell } from "../features/shell/app-shell.tsx"
import { SessionGate } from "../features/shell/session-gate.tsx"
import { queryClient } from "../lib/query-client.ts"

/** What lies around every protected page. */
export function ProtectedFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SessionGate>
          <AppShell bell={<NotificationBell />} modals={<CreditModals />} />
        </SessionGate>
      </TooltipProvider>
    </QueryClientProvider>
  )
}
