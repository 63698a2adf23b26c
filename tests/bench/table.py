"""How the bench prints: headings, a figure a line, and at the end each goal beside what was measured."""


def heading(text):
    print(f"\n{text}", flush=True)


def figure(label, value, runs, more=""):
    more = f"   {more}" if more else ""
    print(f"{label:<40} {value:>16}   wall {runs.seconds:8.3f} s   cpu {runs.cpu:8.3f} s   "
          f"peak {runs.rss / 1e6:5.0f} MB{more}", flush=True)


def ratio(label, value, more=""):
    """Below the figure that it belongs to."""
    more = f"   {more}" if more else ""
    print(f"  {label:<38} {value:>16.2f}{more}", flush=True)


def skipped(label, why):
    print(f"{label:<40} {'skipped':>16}   {why}", flush=True)


class Goals:
    """Figures that the project set itself; they are judged at full size only."""
    def __init__(self, judged):
        self.judged, self.rows = judged, []

    def least(self, name, got, wanted):
        self.rows.append((name, got, f"{wanted:g} or more", got >= wanted))

    def most(self, name, got, wanted):
        self.rows.append((name, got, f"under {wanted:.4g}", got < wanted))

    def print(self):
        if not self.rows:
            return
        heading("goals" if self.judged else "goals (meant for a log of 200 MB and 150000 records: not judged here)")
        for name, got, wanted, met in self.rows:
            verdict = ("   met" if met else "   missed") if self.judged else ""
            print(f"{name:<44} {got:>10.2f}   wanted: {wanted}{verdict}")
