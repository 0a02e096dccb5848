"""The words generated documents are made of; our own list, no text of anybody else."""

NOUNS = """
account adapter agent alert archive backup badge batch bridge browser bucket budget buffer cache
calendar camera cargo catalog channel chapter cluster column command compass connector console
container cookie counter cursor customer dashboard database deadline delivery device dialog
directory document domain draft driver editor engine entry environment error event export factory
feature field filter folder form gateway graph group guide harbour header history image index
instance invoice issue journal kernel key label ladder language layout ledger library licence
limit link list locale locker log machine map market memory menu message metric migration mirror
module monitor network node notice number object operator order owner package page panel parcel
partner password path pattern payment permission phone pipeline plan platform plug policy pool
port process profile project prompt proxy query queue reader receipt record region release report
repository request resource response review role room route rule sample schedule schema screen
script section segment sender server session setting shelf signal site snapshot source station
step stream switch table target task team template terminal test thread ticket timer token tool
tower trace translator tunnel update upload user value version view volume wallet warehouse
watcher widget window worker workshop zone
"""

VERBS = """
accepts adds answers archives attaches balances blocks builds carries changes checks clears closes
collects compares connects copies counts creates cuts delays deletes delivers describes detects
divides drops edits empties encloses exports extends fetches fills finds follows forwards gathers
guards hides holds ignores imports joins keeps launches lifts limits lists loads locks maps marks
measures merges moves names needs notices offers opens orders packs passes pauses picks places
polls prepares prints protects pulls pushes queues reads rebuilds receives records refreshes
rejects releases removes renames repairs repeats replaces reports reserves resets resolves
restores returns saves scans seals sends separates shows signs skips sorts splits starts stops
stores streams swaps tests tracks transforms trims updates uploads validates verifies waits warns
watches wraps writes
"""

ADJECTIVES = """
active ancient blank bright broken busy calm central cheap clean clear cold complete current
custom daily deep default double early empty exact external fast final fixed foreign formal fresh
full global green hidden idle important internal large late lazy light linear local long loose
main manual missing modern nested new next noisy old open optional outer parallel partial plain
private public quiet ready recent regular remote safe second separate shared short silent simple
slow small spare special stable static steady strict strong sudden temporary thin tidy tiny true
unique unused upper useful usual valid verbose visible warm weekly whole wide
"""

LINKERS = """
after although as because before if once since unless until when whenever where while so_that
"""

ADVERBS = """
again almost already always carefully early eventually exactly finally first gladly here
immediately later never normally now often only quickly rarely safely silently slowly sometimes
soon still there together twice usually well
"""
