import { Badge } from "@/components/ui/badge";

type CustomerFlagsProps = {
  isContradictory: boolean;
  /** Null: not known. */
  isPhoneNumberCorrect: boolean | null;
};

/** What one should know of a person before calling again, the most pressing first. */
export function CustomerFlags(flags: CustomerFlagsProps) {
  if (!flags.isContradictory && flags.isPhoneNumberCorrect !== false) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-1 gap-y-0.5">
      {flags.isContradictory ? <Badge variant="warn">Contradictions</Badge> : null}
      {flags.isPhoneNumberCorrect === false ? <Badge variant="bad">Phone wrong</Badge> : null}
    </span>
  );
}
