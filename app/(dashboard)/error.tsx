"use client";

import { PageFaultInShell } from "@/components/shell/page-fault";

export default PageFaultInShell;
