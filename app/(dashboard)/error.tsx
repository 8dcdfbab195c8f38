"use client";

import { PageFaultInShell } from "@/components/shell/shell-fault";

export default PageFaultInShell;
