/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    visitor: import('~/server/context.server').Visitor;
    screen: import('~/portal/screens').Screen | undefined;
    /** Why the page's data was refused, when not for want of permission. */
    refusal?: {
      message: string;
      /** Where to go on from: what it was about, and the list the page belongs to. */
      ways: readonly import('~/shared/refusal').Way[];
    };
  }
}
