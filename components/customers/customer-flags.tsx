import { Badge } from "@/components/ui/badge";

type CustomerFlagsProps = {
  isContradictory: boolean;
  isPhoneNumberCorrect: boolean;
  isConfirmed: boolean;
};

/** What one should know of a person before calling again, the most pressing first. */
export function CustomerFlags(flags: CustomerFlagsProps) {
  const hasAny = flags.isContradictory || !flags.isPhoneNumberCorrect || flags.isConfirmed;
  if (!hasAny) return null;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {flags.isContradictory ? <Badge mood="warn">Contradictions</Badge> : null}
      {flags.isPhoneNumberCorrect ? null : <Badge mood="bad">Phone wrong</Badge>}
      {flags.isConfirmed ? <Badge mood="good">Confirmed</Badge> : null}
    </span>
  );
}
