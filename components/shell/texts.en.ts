import { texts } from "@/lib/language/texts";

export const shellTexts = texts("shell", {
  skipToNavigation: "Skip to navigation",
  skipToList: "Skip to list",
  menu: "Menu",
  main: "Main",
  recordings: "Recordings",
  customers: "Customers",
  campaigns: "Campaigns",
  settings: "Settings",
  callingService: "Calling service",
  vocabulary: "Statuses & campaigns",
  tags: "Tags",
  webhooks: "Webhooks",
  retention: "Retention",
  members: "Members",
  audit: "Audit log",
  signOut: "Sign out",
});
