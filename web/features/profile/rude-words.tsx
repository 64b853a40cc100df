import type { Profile } from "../../../contract/accounts/profile.ts"
import { saveSettings } from "../../lib/save-settings.ts"
import { SettingSwitch } from "./setting-switch.tsx"

/** Edits whether rude words in buyers' texts are pointed out. */
export function RudeWords({ user }: { user: Profile }) {
  return (
    <SettingSwitch
      title="Rude words"
      label="Point out rude words"
      isOn={user.warnsOfRudeWords}
      save={(warnsOfRudeWords) => saveSettings({ warnsOfRudeWords })}
      savedWords={(isOn) => (isOn ? "Rude words are pointed out" : "Rude words are not pointed out any more")}
    >
      Names and texts with a word that may be rude are pointed out before they are printed. Nothing is
      refused: some of these words are names.
    </SettingSwitch>
  )
}
