import { Badge } from "@/components/ui/badge";

type CustomerFlagsProps = {
  isContradictory: boolean;
  /** Null, here and in the next one: not known. */
  isPhoneNumberCorrect: boolean | null;
  isConfirmed: boolean | null;
};

/** What one should know of a person before calling again, the most pressing first. */
export function CustomerFlags(flags: CustomerFlagsProps) {
  const hasAny = flags.isContradictory || flags.isPhoneNumberCorrect === false || flags.isConfirmed;
  if (!hasAny) return null;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {flags.isContradictory ? <Badge variant="warn">Contradictions</Badge> : null}
      {flags.isPhoneNumberCorrect === false ? <Badge variant="bad">Phone wrong</Badge> : null}
      {flags.isConfirmed ? <Badge variant="good">Confirmed</Badge> : null}
    </span>
  );
}
