import { Badge } from "@/components/ui/tone/badge";
import type { Role } from "@/lib/access/gate/viewer";

export function RoleBadge({ role }: { role: Role }) {
  return role === "administrator" ? (
    <Badge mood="info">Administrator</Badge>
  ) : (
    <Badge>Member</Badge>
  );
}
