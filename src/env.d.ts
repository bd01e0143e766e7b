/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    visitor: import('~/server/context.server').Visitor;
    screen: import('~/portal/screens').Screen | undefined;
    /** Why the page's data was refused, when not for want of permission. */
    refusal?: string;
  }
}
