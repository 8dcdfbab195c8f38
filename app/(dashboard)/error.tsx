"use client";

import { PageFault } from "@/components/shell/page-fault";

export default PageFault;
