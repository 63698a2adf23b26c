# The engine finds what the oracle finds: the bundled records over every log of the corpus, plain and re-spaced, in one run each.
mkdir logs
for f in "$CASES"/../../corpus/*.d/input.*; do
    name=$(basename "$(dirname "$f")")
    cp "$f" "logs/$name.log"
    sed 's/ /  /g' "$f" > "logs/$name.spaced.log"
    { echo "ERROR at the front: "; cat "$f"; } | tr '\n' ' ' > "logs/$name.joined.log"
done
"$ERRDEX" diagnose --format json logs > fast.json
"$ERRDEX" diagnose --oracle --format json logs > slow.json
python3 - <<'P'
import json
fast, slow = (json.load(open(name)) for name in ("fast.json", "slow.json"))
print("same findings:", fast["findings"] == slow["findings"], len(fast["findings"]) > 60, sum(f["count"] for f in fast["findings"]) > 150)
print("fewer checks:", fast["account"]["confirms"] * 10 < slow["account"]["confirms"])
P
