import { Badge } from "@/components/ui/badge";
import { customersTexts } from "./texts.en";

type CustomerFlagsProps = {
  isContradictory: boolean;
  /** Null: not known. */
  isPhoneNumberCorrect: boolean | null;
};

/** What one should know of a person before calling again, the most pressing first. */
export function CustomerFlags(flags: CustomerFlagsProps) {
  if (!flags.isContradictory && flags.isPhoneNumberCorrect !== false) return null;
  const t = customersTexts();
  return (
    <span className="inline-flex flex-wrap gap-x-1 gap-y-0.5">
      {flags.isContradictory ? <Badge variant="warn">{t.contradictions}</Badge> : null}
      {flags.isPhoneNumberCorrect === false ? <Badge variant="bad">{t.phoneWrong}</Badge> : null}
    </span>
  );
}
