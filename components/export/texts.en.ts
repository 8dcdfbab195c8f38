import { texts } from "@/lib/language/texts";

export const exportTexts = texts("exportMenu", {
  export: "Export",
  downloadCsv: "Download CSV",
});
