import { useModalParam } from "../../lib/use-search-modal.ts"
import { BankTransferModal } from "./bank-transfer-modal.tsx"
import { BuyCreditModal } from "./buy-credit-modal.tsx"

/** The two ways to pay, on any page whose address has `buyCredit` or `bankTransfer`. */
export function CreditModals() {
  const buyCredit = useModalParam("buyCredit")
  const bankTransfer = useModalParam("bankTransfer")
  if (bankTransfer.isOpen)
    return <BankTransferModal value={bankTransfer.value} onClose={bankTransfer.close} />
  if (buyCredit.isOpen) return <BuyCreditModal value={buyCredit.value} onClose={buyCredit.close} />
  return null
}
